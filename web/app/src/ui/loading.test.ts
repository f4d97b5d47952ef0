import { describe, expect, it } from 'vitest';
import { Loading } from './loading.svelte';

describe('Loading', () => {
  it('keeps the last answer when a later try fails', async () => {
    const answers: (() => string)[] = [
      () => 'first',
      () => {
        throw new Error('gone');
      },
    ];
    const loading = new Loading(async () => answers.shift()?.() ?? 'none');
    await loading.load();
    expect([loading.value, loading.error, loading.busy]).toEqual(['first', null, false]);
    await loading.load();
    expect(loading.value).toBe('first');
    expect(loading.error).toEqual(new Error('gone'));
    await loading.reload();
    expect([loading.value, loading.error]).toEqual(['none', null]);
  });

  it('takes the answer to the latest question only', async () => {
    const waiting: ((text: string) => void)[] = [];
    const loading = new Loading((signal) => {
      return new Promise<string>((answer, fail) => {
        waiting.push(answer);
        signal.addEventListener('abort', () => fail(new Error('aborted')));
      });
    });
    const [first, second] = [loading.load(), loading.load()];
    waiting[1]?.('late');
    waiting[0]?.('early');
    await Promise.all([first, second]);
    expect([loading.value, loading.error, loading.busy]).toEqual(['late', null, false]);
  });

  it('does not take an answer from before a change for one after it', async () => {
    const waiting: ((text: string) => void)[] = [];
    const loading = new Loading(() => new Promise<string>((answer) => waiting.push(answer)));
    const asked = loading.load();
    loading.set('changed');
    expect([loading.value, loading.busy]).toEqual(['changed', false]);
    waiting[0]?.('as it was');
    await asked;
    expect([loading.value, loading.error, loading.busy]).toEqual(['changed', null, false]);
  });
});
