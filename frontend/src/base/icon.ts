/** The icon of the tab, which says that it is the reader's turn. */
import { ICON, ICON_MARKED } from './addresses';

const show = (icon: string): void => document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);

/** Mark the icon until the returned function is called. */
export function markIcon(): () => void {
  show(ICON_MARKED);
  return () => show(ICON);
}

/** Say on the icon of the installed app in how many games it is the reader's turn; browsers without badges stay as they are. */
export function badgeApp(count: number): void {
  const app = navigator as Partial<Pick<Navigator, 'setAppBadge'>>;
  void app.setAppBadge?.(count).catch(() => undefined);
}
