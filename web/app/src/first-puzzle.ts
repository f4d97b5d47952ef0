/** First-paint script of the puzzles page, which also shows the puzzle of the day: build/first-paint.ts builds it. */

import './first-paint';
import { keys } from './domain/storage';
import { dayNumber } from './features/puzzles/choice';
import { showPuzzle } from './features/puzzles/preview';
import { RECORD_KEY } from './features/puzzles/puzzle-record';
import { NARROW } from './ui/short-phone';

function show(): void {
  const { dataset, lang } = document.documentElement;
  const preview = document.querySelector('.preview');
  if (!preview || dataset.hidden !== undefined) return;
  showPuzzle(preview, {
    day: dayNumber(new Date()),
    locale: lang,
    narrow: matchMedia(NARROW).matches,
    results: keys().some((key) => key.startsWith(RECORD_KEY)),
  });
}

// Once the document has been read, which is before its style sheets have come, and before the app starts.
document.addEventListener('readystatechange', show, { once: true });
