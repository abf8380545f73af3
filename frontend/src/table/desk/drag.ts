import type { Attachment } from 'svelte/attachments';
import type { CardId } from '../../net/types';

/** Handlers for a dragged card; points are those of the window. */
export interface Drag {
  begin(card: CardId): void;
  move(at: { x: number; y: number }): void;
  drop(at: { x: number; y: number } | null): void;
}

const SLACK = 9;

/** A card that can be dragged with any pointer. A press that does not travel stays a click. */
export function draggable(card: CardId, drag: Drag): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number } | null = null;
    let going = false;
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!from) return;
      if (!going && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) {
        going = true;
        drag.begin(card);
      }
      if (going) drag.move({ x: event.clientX, y: event.clientY });
    };
    const end = (event: PointerEvent): void => {
      from = null;
      if (!going) return;
      drag.drop(event.type === 'pointerup' ? { x: event.clientX, y: event.clientY } : null);
    };
    const click = (event: MouseEvent): void => {
      if (!going) return;
      going = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    const begin = (event: PointerEvent): void => {
      going = false;
      down(event);
    };
    element.addEventListener('pointerdown', begin);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
