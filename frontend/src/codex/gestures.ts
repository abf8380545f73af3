import type { Attachment } from 'svelte/attachments';
import type { Point } from './geometry';
import type { Viewport } from './viewport.svelte';

/** Gesture events that only Safari has. */
interface GestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

/** A finger that moved less than this still means a tap. */
const SLACK = 7;
const GESTURES = ['gesturestart', 'gesturechange', 'gestureend'] as const;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
};

/** Handle a key that moves the view; false if it means nothing here. */
export function panOrZoom(viewport: Viewport, key: string): boolean {
  const arrow = ARROWS[key];
  if (arrow) viewport.pan(arrow[0], arrow[1], true);
  else if (key === '+' || key === '=') viewport.zoom(1.3, undefined, true);
  else if (key === '-') viewport.zoom(1 / 1.3, undefined, true);
  else if (key === '0') viewport.fit();
  else return false;
  return true;
}

/** Pan with one pointer, pinch with two, zoom with the wheel. A drag is never also a click. */
export function movable(viewport: Viewport): Attachment<HTMLElement> {
  return (element) => {
    const fingers = new Map<number, Point>();
    let travelled = 0;
    let frame = element.getBoundingClientRect();

    /** Position within the element; motion inside does not move the element, so it is not measured for each event. */
    const place = (event: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
      if (!viewport.moving) frame = element.getBoundingClientRect();
      return { x: event.clientX - frame.left, y: event.clientY - frame.top };
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      if (fingers.size === 0) travelled = 0;
      fingers.set(event.pointerId, place(event));
    };
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      if (fingers.size === 1) {
        travelled += Math.hypot(now.x - before.x, now.y - before.y);
        if (travelled > SLACK) {
          if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
          viewport.pan(before.x - now.x, before.y - now.y);
        }
      } else {
        travelled = Infinity;
        pinch(event.pointerId, before, now);
      }
      fingers.set(event.pointerId, now);
    };
    const pinch = (id: number, before: Point, now: Point): void => {
      const other = [...fingers].find(([finger]) => finger !== id)?.[1];
      if (!other) return;
      const apart = (point: Point): number => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
      viewport.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
      viewport.zoom(apart(now) / apart(before), viewport.at({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
    };
    /** The trackpad pinch of Safari on a Mac, which comes as no wheel; its fingers on glass are pointers like others. */
    let scale = 1;
    const gesture = (event: GestureEvent): void => {
      event.preventDefault();
      if (fingers.size) return;
      if (event.type === 'gesturechange') viewport.zoom(event.scale / scale, viewport.at(place(event)));
      scale = event.type === 'gesturechange' ? event.scale : 1;
    };
    const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      viewport.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), viewport.at(place(event)));
    };
    const click = (event: MouseEvent): void => {
      if (travelled <= SLACK) return;
      event.stopPropagation();
      event.preventDefault();
      travelled = 0;
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('click', click, { capture: true });
    for (const type of GESTURES) element.addEventListener(type, gesture as EventListener);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('click', click, { capture: true });
      for (const type of GESTURES) element.removeEventListener(type, gesture as EventListener);
      viewport.stop();
    };
  };
}
