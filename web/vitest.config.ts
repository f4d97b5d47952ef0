import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { puzzleParts } from './build/puzzle-parts.ts';

export default defineConfig({
  plugins: [svelte(), puzzleParts()],
  // Svelte's package resolves to its server build without this condition.
  resolve: { conditions: ['browser'] },
  // The examples of variants, the rules' cases and the puzzles are outside.
  server: { fs: { allow: ['.', '../variants', '../docs', '../crates/rules/tests/data', '../crates/puzzles/puzzles'] } },
  test: {
    // A DOM takes half a second a file: those that need one name jsdom in their first line.
    environment: 'node',
    pool: 'threads',
    // Unless told, Vitest leaves one processor idle: on two it would run one file at a time.
    maxWorkers: '100%',
    // For a machine that does other things too; a test that takes a second here waits longer there.
    testTimeout: 30_000,
    include: ['board/**/*.test.ts', 'build/**/*.test.ts', 'app/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'app/dist/**'],
  },
});
