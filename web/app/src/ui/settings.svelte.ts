/** Settings of this visitor, stored in the browser. */

import type { PieceStyle } from '../../../board/src/pieces';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { SETTINGS_KEY } from './first-paint';
import { preferredLocale, splitLocale } from './locale-paths';
import { isLocale, parseSettings } from './settings-values';
import type { Locale, SettingsValues } from './settings-values';
import { read, write } from '../domain/storage';
import { notationOf, pieceLetters } from '../text/notation';

/** Returns the language of the built page, which is that of its document and scripts; without a build, the one that the visitor wants. */
function pageLocale(stored: SettingsValues): Locale {
  const sent = import.meta.env.PROD ? globalThis.document?.documentElement.lang : undefined;
  if (isLocale(sent)) return sent;
  const { locale } = splitLocale(globalThis.location?.pathname ?? '/');
  return locale ?? preferredLocale(stored, globalThis.navigator?.languages ?? []);
}

class Settings {
  #values = $state<SettingsValues>(parseSettings(read(SETTINGS_KEY)));
  /** Language of the page. It stays while the page is open, but changes in tests and for the documents of the build. */
  locale = $state<Locale>(pageLocale(this.#values));

  get theme(): SettingsValues['theme'] {
    return this.#values.theme;
  }

  get notation(): SettingsValues['notation'] {
    return this.#values.notation;
  }

  get boardTheme(): SettingsValues['boardTheme'] {
    return this.#values.boardTheme;
  }

  /** Piece style, with the letters of the chosen notation. */
  readonly pieceStyle: PieceStyle = $derived.by(() => {
    const { pieceSet, notation } = this.#values;
    const own = notation === 'auto' || notation === 'figurine';
    return { pieceSet, pieceLetters: pieceLetters(own ? notationOf(this.locale) : notation) };
  });

  get coordinates(): SettingsValues['coordinates'] {
    return this.#values.coordinates;
  }

  get animation(): SettingsValues['animation'] {
    return this.#values.animation;
  }

  get destinations(): boolean {
    return this.#values.destinations;
  }

  get confirmMoves(): boolean {
    return this.#values.confirmMoves;
  }

  get blindfold(): boolean {
    return this.#values.blindfold;
  }

  get sounds(): boolean {
    return this.#values.sounds;
  }

  get voice(): boolean {
    return this.#values.voice;
  }

  get reviewGames(): boolean {
    return this.#values.reviewGames;
  }

  get boardSize(): number {
    return this.#values.boardSize;
  }

  /** Adopts settings that another tab has stored; the next page is in the language that was chosen there. */
  follow(): void {
    Object.assign(this.#values, parseSettings(read(SETTINGS_KEY)));
  }

  /** Changes settings and stores them. */
  change(part: Partial<SettingsValues>): void {
    Object.assign(this.#values, part);
    write(SETTINGS_KEY, $state.snapshot(this.#values));
  }
}

export const settings = new Settings();

// The build of the documents has no tabs. The key is `null` if the storage was cleared.
if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    if (key === SETTINGS_KEY || key === null) settings.follow();
  });
}

// Messages in all languages, as without a build, read the locale through this.
overwriteGetLocale(() => settings.locale);
