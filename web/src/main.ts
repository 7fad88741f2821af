import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';

// Addresses were told from the folder of the site until here; from now on `#part` means a part of the page that is shown.
if (import.meta.env.MODE === 'site') {
  document.querySelectorAll('link').forEach((link) => (link.href = link.href));
  document.querySelector('base')?.remove();
}
mount(App, { target: document.getElementById('app')! });
// A site of files alone can be played without a network: a service worker keeps them.
if (import.meta.env.MODE === 'site') void import('./site/keep').then(({ keepSite }) => keepSite());
