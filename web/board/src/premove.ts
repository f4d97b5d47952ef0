import { isPremovable, premoveTargets, withPremove, type State, type Step } from './state.js';
import type { Premove, PromotionRole } from './types.js';

/** Enters a premove of the picked-up piece, or asks for the promotion. */
export function enterPremove(state: State, to: string, promotion?: PromotionRole): Step {
  const from = state.selected;
  if (from === null || !isPremovable(state, from) || !premoveTargets(state, from).includes(to)) {
    return { state, effects: [] };
  }
  const roles = promotion === undefined ? (state.handlers.premovePromotion?.(from, to) ?? []) : [];
  if (roles.length > 1) {
    const choices = roles.map((role): Premove => ({ from, to, promotion: role }));
    return {
      state: { ...state, drag: null, question: { kind: 'premove', from, to, choices } },
      effects: [{ kind: 'say', text: state.text.promotion(to) }],
    };
  }
  const role = promotion ?? roles[0];
  const premove: Premove = role === undefined ? { from, to } : { from, to, promotion: role };
  return {
    state: { ...withPremove(state, premove), selected: null, question: null, drag: null },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'premove', premove },
      { kind: 'say', text: state.text.premove(premove) },
    ],
  };
}

/** Cancels the premove. */
export function unsetPremove(state: State): Step {
  if (!state.premovable.current) return { state, effects: [] };
  return {
    state: withPremove(state, null),
    effects: [
      { kind: 'premove', premove: null },
      { kind: 'say', text: state.text.premoveUnset },
    ],
  };
}
