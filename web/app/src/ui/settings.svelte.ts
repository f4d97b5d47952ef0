/** The settings of this visitor, remembered in the browser. */

import { overwriteGetLocale } from '../paraglide/runtime.js';
import { detectLocale, parseSettings } from './settings-values';
import type { Locale, SettingsValues } from './settings-values';
import { read, write } from '../domain/storage';

const KEY = 'saffron.settings';

class Settings {
  #values = $state<SettingsValues>(parseSettings(read(KEY)));
  /** The language of the page's address, which counts more than the visitor's own; `null` where it names none. */
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

  get coordinates(): boolean {
    return this.#values.coordinates;
  }

  get animation(): boolean {
    return this.#values.animation;
  }

  /** Changes settings, and remembers them. */
  change(part: Partial<SettingsValues>): void {
    Object.assign(this.#values, part);
    write(KEY, $state.snapshot(this.#values));
  }
}

export const settings = new Settings();

// Messages read the locale through this, so that a page follows a change of language without loading again.
overwriteGetLocale(() => settings.locale);
