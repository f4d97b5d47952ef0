/** The rules page of every built-in variant: the files of `variants/`, each named after its variant. */

import { VARIANT_IDS } from '../../domain/variant-ids';
import type { VariantId } from '../../domain/variant-ids';
import type { VariantRules } from './model';

const FILES = import.meta.glob<VariantRules>('./variants/*.ts', { eager: true, import: 'rules' });

function pageOf(id: VariantId): VariantRules {
  const rules = FILES[`./variants/${id}.ts`];
  if (!rules) throw new Error(`features/learn/variants/${id}.ts is missing`);
  return rules;
}

export const RULES = Object.fromEntries(VARIANT_IDS.map((id) => [id, pageOf(id)])) as Readonly<
  Record<VariantId, VariantRules>
>;
