import { expect, test } from 'vitest';

import { sidesOf } from './a2a-events.ts';

const card = { name: 'Desk', url: 'https://desk.example', version: '1' };
const provider = { name: 'Models', url: 'https://models.example' };
const own = { ...card, instructions: 'Plan.', provider };

test('an agent told with instructions and provider is the own one, although a card may have a provider too', () => {
  const peer = { agent: { ...card, provider }, role: 'client' };
  const context = { from: peer, to: { agent: own, role: 'server' } };
  expect(sidesOf({ context })).toEqual({ way: 'inbound', role: 'server', leg: 'request' });
});

test('where neither has both, the one that has either is the own one', () => {
  const { provider: _, ...half } = own;
  const context = { from: { agent: card, role: 'server' }, to: { agent: half, role: 'client' } };
  expect(sidesOf({ context })).toEqual({ way: 'inbound', role: 'client', leg: 'response' });
});
