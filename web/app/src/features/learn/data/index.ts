/** The six rules pages. */

import type { VariantId } from '../../../domain/variant-ids';
import type { VariantRules } from '../model';
import { brusky } from './brusky';
import { devasa } from './devasa';
import { glinski } from './glinski';
import { hexofen } from './hexofen';
import { mccooey } from './mccooey';
import { shafran } from './shafran';

export const RULES: Readonly<Record<VariantId, VariantRules>> = {
  shafran,
  glinski,
  mccooey,
  hexofen,
  devasa,
  brusky,
};
