/** Requests to the server: JSON in both directions, errors as codes. */

import type { ErrorCode, LiveErrorBody } from '../generated/protocol';

/** Error reply of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly error: ErrorCode;
  /** HTTP status of the reply. */
  readonly status: number;
  /** Seconds until a retry may succeed; `null` if the server gives none. */
  readonly retryAfter: number | null;

  constructor(error: ErrorCode, status: number, retryAfter: number | null = null) {
    super(error.code);
    this.error = error;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  get code(): ErrorCode['code'] {
    return this.error.code;
  }
}

/** No reply from the server: there is no connection, or the page is served without its server. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RequestOptions {
  signal?: AbortSignal;
  /** Query parameters; those without a value are left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  /** Use of the browser's cache, by default none: `no-cache` asks the server whether a reply has changed. */
  cache?: RequestCache;
}

/** Function that sends all requests of this file; tests replace it. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

let send: Fetch = (address, init) => fetch(address, init);

/** Replaces the function that sends requests. */
export function setFetch(fetchLike: Fetch): void {
  send = fetchLike;
}

/** Returns an address of the server's API with a query. */
export function apiAddress(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Sends a request; `path` is what follows `/api/`. Rejects with `ApiError` if the server refuses, with `OfflineError` if it does
 * not reply, and with an `AbortError` if the signal aborts the request. A reply without content resolves to `null`.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  { signal, query, cache = 'no-store' }: RequestOptions = {},
): Promise<Answer> {
  const init: RequestInit = { method, cache, credentials: 'same-origin' };
  // Only JSON is accepted: other sites' forms cannot send it.
  if (method !== 'GET') init.headers = { 'Content-Type': 'application/json' };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  let answer: Response;
  let text: string;
  try {
    answer = await send(apiAddress(path, query), init);
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfflineError(error instanceof Error ? error.message : String(error));
  }
  const content = parsed(text);
  if (answer.ok && (text === '' || content !== undefined)) return (content ?? null) as Answer;
  const error = errorOf(content);
  if (!error) throw new OfflineError(`HTTP ${answer.status}`);
  throw new ApiError(error, answer.status, secondsToWait(answer, error));
}

export function get<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  return request('GET', path, undefined, options);
}

export function post<Answer = null>(path: string, body: unknown = {}, options?: RequestOptions): Promise<Answer> {
  return request('POST', path, body, options);
}

export function put<Answer = null>(path: string, body: unknown = {}, options?: RequestOptions): Promise<Answer> {
  return request('PUT', path, body, options);
}

/** Sends a `DELETE` request; `delete` is a reserved word. */
export function remove<Answer = null>(path: string, options?: RequestOptions): Promise<Answer> {
  return request('DELETE', path, undefined, options);
}

/** Parses JSON; `undefined` if the text is not valid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function errorOf(content: unknown): ErrorCode | null {
  if (typeof content !== 'object' || content === null || !('error' in content)) return null;
  const { error } = content as LiveErrorBody;
  return typeof error === 'object' && error !== null && typeof error.code === 'string' ? error : null;
}

function secondsToWait(answer: Response, error: ErrorCode): number | null {
  if (error.code === 'rate_limited') return error.params.retryAfter;
  const seconds = Number(answer.headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
