import type { Attachment } from 'svelte/attachments';
import type { Viewport } from './viewport.svelte';

/**
 * Moves a drawing as its viewport says. An animation that stands still holds it in its place: then browsers move what
 * they have painted, where after each change of a style they would sort all parts of the page into layers again.
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
