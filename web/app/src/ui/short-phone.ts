/** Media query of phones in portrait format and other narrow windows. */
export const NARROW = '(max-width: 47.5rem)';

/** Media query of phones in portrait format whose browser leaves less than 740 px of height: the panel of a board is a sheet there. */
export const SHORT = '(max-width: 47.5rem) and (max-height: 46.2rem) and (orientation: portrait)';
