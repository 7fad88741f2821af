// Keeps the site in this browser, and says when a new version of it is ready. A version is taken over as a whole: the pages that
// are open go on with the files they came with until somebody asks for the new one.
import { mount } from 'svelte';
import { to } from '../lib/base';
import { router } from '../lib/router.svelte';
import { host } from '../net/host';
import UpdateNote from './UpdateNote.svelte';

export async function keepSite(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const kept = navigator.serviceWorker.controller !== null;
  // Who comes back has the engine in the browser already: it is made ready while the front page is looked at.
  if (kept && router.route.page === 'start') host.warm();
  let noted = false;
  // A browser that keeps nothing, or a host that does not answer: the site works as long as it is reached.
  const registration = await navigator.serviceWorker.register(to('/sw.js')).catch(() => null);
  if (!registration) return;
  function look() {
    const waiting = registration!.waiting;
    if (!waiting || noted || !navigator.serviceWorker.controller) return;
    noted = true;
    mount(UpdateNote, { target: document.body, props: { onload: () => waiting.postMessage('take over') } });
  }
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  // The first version takes over a page that came without one; there is nothing to load anew then.
  navigator.serviceWorker.addEventListener('controllerchange', () => kept && location.reload());
  look();
}
