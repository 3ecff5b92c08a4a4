import { Router } from 'express';

/** The style or a script of pages, by the form of its name. */
const asset = /^\/assets\/(?:dashboard|enhance|htmx)\.[0-9a-f]{16}\.(?:css|js)$/;
/** If half of the processes have it, a browser that was sent on so often has not found it once in 500 times. Browsers follow 20. */
const mostTries = 9;

/**
 * While releases replace each other, a browser may ask this process for the style of a page that a process of another release has made.
 * It is sent to the same address again, on another connection: the proxy chooses a process anew.
 *
 * Decision 0053.
 */
export function otherReleaseRoute(): Router {
  return Router().get(asset, ({ path, url }, res, next) => {
    const tries = Number(/[?]try=([0-9])$/.exec(url)?.[1] ?? 0);
    if (tries >= mostTries) return next();
    res.set({ 'Cache-Control': 'no-store', Connection: 'close' });
    res.redirect(307, `${path}?try=${tries + 1}`);
  });
}
