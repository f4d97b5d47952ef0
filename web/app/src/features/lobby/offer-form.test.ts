// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { OfferForm, parseStoredForm } from './offer-form.svelte';

afterEach(() => localStorage.clear());

const filled = (part: Partial<OfferForm>): OfferForm => Object.assign(new OfferForm(null), { signedIn: true, ...part });

describe('the form of an offer', () => {
  it('begins with what was chosen last, where that can still be chosen', () => {
    expect(parseStoredForm(null)).toMatchObject({
      variant: 'shafran',
      time: 'clock',
      initial: 300,
      increment: 3,
      days: 3,
    });
    expect(parseStoredForm({ variant: '<b>', initial: 301, increment: 7, days: 4, level: 11, rated: 'x' })).toEqual({
      ...parseStoredForm(null),
      increment: 7,
    });
    const form = filled({ variant: 'glinski', time: 'correspondence', days: 7, rated: false, level: 9 });
    form.keep();
    expect(new OfferForm()).toMatchObject({
      variant: 'glinski',
      time: 'correspondence',
      days: 7,
      rated: false,
      level: 9,
    });
  });

  it('is rated only with an account, a limit of time and the usual start', () => {
    expect(filled({}).offer.rated).toBe(true);
    expect(filled({ signedIn: false }).offer.rated).toBe(false);
    expect(filled({ time: 'unlimited' }).offer.rated).toBe(false);
    expect(filled({ kind: 'friend', fen: 'x' }).offer).toMatchObject({ rated: false, fen: 'x' });
    // A seek in the lobby has no custom position.
    expect(filled({ kind: 'seek', fen: 'x' }).offer).not.toHaveProperty('fen');
  });

  it('says why it cannot be sent', () => {
    expect(filled({ initial: 0, increment: 0 }).problem).toBe('no_time');
    expect(filled({ initial: 0, increment: 1 }).problem).toBeNull();
    expect(filled({ initial: 0, increment: 0, time: 'unlimited' }).problem).toBeNull();
    expect(filled({ kind: 'user', name: '  ' }).problem).toBe('no_name');
    expect(filled({ kind: 'user', name: ' Ada ' }).challenge).toMatchObject({ to: 'Ada' });
    expect(filled({ kind: 'friend', name: 'Ada' }).challenge).not.toHaveProperty('to');
  });

  it('names ratings only within bounds, which do not cross', () => {
    const form = filled({});
    expect(form.seek).not.toHaveProperty('ratingFrom');
    form.setRatingFrom(1500);
    form.setRatingTo(1400);
    expect(form.seek).toMatchObject({ ratingFrom: 1400, ratingTo: 1400, quick: false });
    form.setRatingFrom(1600);
    expect(form.seek).toMatchObject({ ratingFrom: 1600, ratingTo: 1600 });
  });
});
