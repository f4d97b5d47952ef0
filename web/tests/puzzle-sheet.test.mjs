/** The sheet of puzzles to print. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { open } from './play.mjs';

test('a sheet has the chosen puzzles, and on paper nothing else', async ({ page }) => {
  await open(page, '/puzzles/shafran');
  await page.getByRole('link', { name: 'Print a sheet of puzzles' }).click();
  await page.waitForURL('**/sheet/shafran');
  const questions = page.getByRole('region', { name: 'Questions' });
  const solutions = page.getByRole('region', { name: 'Solutions' });
  await questions.waitFor();
  assert.equal(await questions.locator('li').count(), 6);
  await page.getByLabel('Heading').fill('Club evening, 5 December');
  await page.getByLabel('Number').selectOption('12');
  await page.getByLabel('Puzzles').selectOption({ label: 'Mate in one' });
  await questions.getByRole('heading', { name: 'Club evening, 5 December' }).waitFor();
  const tasks = await questions.locator('li p').allInnerTexts();
  assert.equal(tasks.length, 12);
  for (const task of tasks) assert.match(task, /mates in one move/);
  const lines = await solutions.locator('li span').allInnerTexts();
  for (const line of lines) assert.match(line, /^1[.…] \S+#$/);
  const before = lines.join();
  await page.getByRole('button', { name: 'Other puzzles' }).click();
  assert.notEqual((await solutions.locator('li span').allInnerTexts()).join(), before);

  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['body > header', '#app header', 'form', 'footer', 'main nav']) {
    for (const element of await page.locator(hidden).all()) assert.ok(!(await element.isVisible()), hidden);
  }
  assert.ok(await questions.isVisible());
});

test(
  'a printed sheet is two pages of A4',
  async ({ page }) => {
    await open(page, '/sheet/glinski');
    await page.getByRole('region', { name: 'Solutions' }).waitFor();
    for (const count of ['3', '6', '9', '12']) {
      await page.getByLabel('Number').selectOption(count);
      const pdf = await page.pdf({ format: 'A4' });
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
      assert.equal(pages.length, 2, `${count} puzzles`);
    }
  },
  { chromiumOnly: 'only Chromium prints to a file' },
);
