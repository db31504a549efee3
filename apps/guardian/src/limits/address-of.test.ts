import { expect, test } from 'vitest';

import { addressOf } from './address-of.ts';

test.each([
  ['the other end of the connection', '10.0.0.7', undefined, 0, '10.0.0.7'],
  ['an IPv4 address in IPv6', '::ffff:10.0.0.7', undefined, 0, '10.0.0.7'],
  ['what a stranger wrote into the header, not at all', '10.0.0.7', '1.2.3.4', 0, '10.0.0.7'],
  ['the end that the proxy saw', '10.0.0.1', '1.2.3.4', 1, '1.2.3.4'],
  ['nothing that stood in the header before', '10.0.0.1', '9.9.9.9, 1.2.3.4', 1, '1.2.3.4'],
  [
    'the end that the outer of two proxies saw',
    '10.0.0.1',
    '9.9.9.9, 1.2.3.4, 10.0.0.2',
    2,
    '1.2.3.4',
  ],
  ['as far as the header goes', '10.0.0.1', '1.2.3.4', 3, '1.2.3.4'],
  ['the other end where a proxy says nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['a network of IPv6', '2001:db8:0:1:a:b:c:d', undefined, 0, '2001:db8:0:1::/64'],
  [
    'the same network, written otherwise',
    '2001:0DB8::1:9:9:9:9',
    undefined,
    0,
    '2001:db8:0:1::/64',
  ],
  ['the host itself', '::1', undefined, 0, '0:0:0:0::/64'],
  ['no address at all', undefined, undefined, 0, 'unknown'],
  ['what is no address', '10.0.0.1', 'somebody', 1, 'unknown'],
])('reads %s', (_, remote, forwarded, proxies, address) => {
  expect(addressOf(remote, forwarded, proxies)).toBe(address);
});
