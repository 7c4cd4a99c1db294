import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, call, urlOf } from './call.ts';

const sent: [string, RequestInit][] = [];

/** Makes fetch return this for every request. */
function answer(body: string, init: ResponseInit = {}): void {
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    sent.push([url, request]);
    return Promise.resolve(new Response(body, init));
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sent.length = 0;
});

const failure = (calling: Promise<unknown>): Promise<ApiError> =>
  calling.then(
    () => expect.fail('It did not throw'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

test('ERR-01 a refusal raises an error that reads status, colon, space, body', async () => {
  const body = '{"message":"Keys are already issued","errors":{"currentTag":"Broken"}}';
  answer(body, { status: 409, statusText: 'Conflict' });
  const error = await failure(call('issueKeyBunch', { params: { id: 3 }, body: { officerName: 'Pat' } }));
  expect(error.message).toBe(`409: ${body}`);
  expect(error.status).toBe(409);
  expect(error.body).toEqual(JSON.parse(body));

  answer('Bad Gateway from afar', { status: 502, statusText: 'Bad Gateway' });
  const plain = await failure(call('getMe'));
  expect(plain.message).toBe('502: Bad Gateway from afar');
  expect(plain.body).toEqual({});
});

test('ERR-02 without a body it reads status, colon, space, status text', async () => {
  answer('', { status: 503, statusText: 'Service Unavailable' });
  const error = await failure(call('getDashboard'));
  expect(error.message).toBe('503: Service Unavailable');
  expect(error.body).toEqual({});
});

test('a call that no answer came to says Failed to fetch', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.reject(new TypeError('NetworkError when attempting to fetch resource')),
  );
  const error = await failure(call('listLocations'));
  expect([error.status, error.message]).toEqual([0, 'Failed to fetch']);
});

test('the page of a network that wants a sign-in is no answer, whatever was sent', async () => {
  const portal = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  answer('<h1>Welcome to the hotel</h1>', portal);
  expect((await failure(call('getMe'))).status).toBe(0);
  answer('<h1>Welcome to the hotel</h1>', portal);
  expect((await failure(call('logOut', { body: {} }))).status).toBe(0);
  answer('<h1>Bad gateway</h1>', { ...portal, status: 502 });
  expect((await failure(call('getMe'))).status).toBe(502);
});

test('a body goes along as JSON when there is one, and only then; cookies always', async () => {
  answer('{"message":"Location deleted"}', { headers: { 'content-type': 'application/json' } });
  const { data } = await call('deleteLocation', { params: { id: 3 } });
  expect(data).toEqual({ message: 'Location deleted' });
  const [url, bare] = sent[0] ?? [];
  expect(url).toBe('/api/locations/3');
  const signal = expect.any(AbortSignal);
  expect(bare).toEqual({ method: 'DELETE', credentials: 'include', headers: {}, signal });

  await call('logIn', { body: { email: 'a@example.com', password: 'x' } });
  expect(sent[1]?.[1]).toEqual({
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@example.com","password":"x"}',
    signal,
  });
});

test('an answer that does not come in time is no answer; a photo has longer to travel, and who gave up is not told so', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('Late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  const error = await failure(call('listLocations', {}, { signal: new AbortController().signal }));
  expect([error.status, error.message]).toEqual([0, 'Failed to fetch']);
  const photo = { params: { id: 3 }, body: { imageUrl: `data:image/jpeg;base64,${'A'.repeat(200_000)}` } };
  expect((await failure(call('updateKeyBunch', photo))).status).toBe(0);
  expect(limits).toEqual([15_000, 120_000]);

  const given = AbortSignal.abort(new DOMException('Gone elsewhere', 'AbortError'));
  await expect(call('listLocations', {}, { signal: given })).rejects.toThrow('Gone elsewhere');
});

test('an answer that breaks off says Failed to fetch too', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const error = await failure(call('listLocations'));
  expect([error.status, error.message]).toEqual([0, 'Failed to fetch']);
});

test('an address leaves out what is not asked for and escapes what is', () => {
  expect(urlOf('listKeyBunches', { query: { q: 'V07 & more', status: '', type: undefined } })).toBe(
    '/api/key-bunches?q=V07+%26+more',
  );
  expect(urlOf('getKeyBunch', { params: { id: 7 } })).toBe('/api/key-bunches/7');
});
