/** The learning pages, loaded together when one of them is drawn in the browser. */

export { default as LearnIndex } from './LearnIndex.svelte';
export { default as LearnPage } from './LearnPage.svelte';
export { learnDescription } from './topics';
