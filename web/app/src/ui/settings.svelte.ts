/** Settings of this visitor, stored in the browser. */

import type { PieceStyle } from '../../../board/src/pieces';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { SETTINGS_KEY } from './first-paint';
import { detectLocale, parseSettings } from './settings-values';
import type { Locale, SettingsValues } from './settings-values';
import { read, write } from '../domain/storage';
import { notationOf, pieceLetters } from '../text/notation';

class Settings {
  #values = $state<SettingsValues>(parseSettings(read(SETTINGS_KEY)));
  /** Language of the page's address, which overrides the visitor's; `null` if it names none. */
  addressLocale = $state<Locale | null>(null);

  get locale(): Locale {
    return this.addressLocale ?? this.#values.locale ?? detectLocale(navigator.languages);
  }
  set locale(locale: Locale) {
    this.addressLocale = null;
    this.change({ locale });
  }

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

  /** Adopts settings that another tab has stored. A language chosen there overrides the one of the address. */
  follow(): void {
    const { locale } = this.#values;
    Object.assign(this.#values, parseSettings(read(SETTINGS_KEY)));
    if (this.#values.locale !== locale) this.addressLocale = null;
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

// Messages read the locale through this, so that a page follows a change of language without reloading.
overwriteGetLocale(() => settings.locale);
