import type { Attachment } from 'svelte/attachments';
import type { Viewport } from './viewport.svelte';

/**
 * Moves a drawing as its viewport says. A paused animation holds it in place: then browsers move the painted layer,
 * where after each change of a style they would sort all parts of the page into layers again.
 */
export function carry(viewport: Viewport): Attachment<SVGSVGElement> {
  return (drawing) => {
    const hold = new KeyframeEffect(drawing, [], { duration: 1000, fill: 'both' });
    const animation = new Animation(hold);
    animation.pause();
    $effect(() => {
      const { transform } = viewport;
      hold.setKeyframes([{ transform }, { transform }]);
    });
    return () => animation.cancel();
  };
}
