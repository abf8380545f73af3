/** The browser's offer to install the pages as an app; some browsers have none, and make it in their own menu. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<Offer | null>(null);

// It waits in the settings: a banner of the browser's would lie over the hand.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event as Offer;
});
window.addEventListener('appinstalled', () => (offer = null));

export const installable = (): boolean => offer !== null;

export async function install(): Promise<void> {
  const made = offer;
  offer = null;
  await made?.prompt().catch(() => undefined);
}
