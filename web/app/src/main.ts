import './app.css';
import { mount } from 'svelte';
import App from './shell/App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no element with the id "app"');

mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Playing offline is an extra: where the browser refuses it, the page works as before.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
