import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';

mount(App, { target: document.getElementById('app')! });
// A site of files alone can be played without a network: a service worker keeps them.
if (import.meta.env.MODE === 'site') void import('./site/keep').then(({ keepSite }) => keepSite());
