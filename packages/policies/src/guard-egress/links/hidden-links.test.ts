import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeMarkup } from './decode-markup.ts';
import { defangLinks } from './defang-links.ts';

/** Whether a name is one of the local network: it has no dot. */
const isLocal = (authority: string): boolean => !authority.includes('.');

test.each([
  ['![](https\\:evil.test/x)', '![](hxxps:evil[.]test/x)'],
  ['ftp\\:/evil.test/x', 'ftp:/evil[.]test/x'],
  ['www\\.evil.test/x', 'www[.]evil[.]test/x'],
  ['![](//evil\\.test/x)', '![](//evil[.]test/x)'],
  ['[1]://evil\\.test/x', '[1]://evil[.]test/x'],
  ['<img src=//evil\\.test/x>', '<img src=//evil[.]test/x>'],
  ['<img src="//evil\\.test/x">', '<img src="//evil[.]test/x">'],
  ["<img src='//evil\\.test/x'>", "<img src='//evil[.]test/x'>"],
  ['<//evil\\.test/x>', '<//evil[.]test/x>'],
  ['<img srcset=a,/\\/evil\\.test/x>', '<img srcset=a,//evil[.]test/x>'],
  ['(\u0001//evil\\.test/x)', '(\u0001//evil[.]test/x)'],
  ['(\u001C//evil\\.test/x)', '(\u001C//evil[.]test/x)'],
  ['(&sol/evil.test/x)', '(//evil[.]test/x)'],
  ['(&#X2f;&#47evil.test/x)', '(//evil[.]test/x)'],
  ['ht&Tab;tps&#58//evil.test/x', 'hxxps://evil[.]test/x'],
  ['ht&shy;tps://evil.test/x', 'hxxps://evil[.]test/x'],
])('%s hides no link', (text, safe) => {
  expect(defangLinks(text, isLocal)).toBe(safe);
  // The link is also found behind a long word, a word without a link, or a plain link.
  for (const before of [`${'a'.repeat(5000)}\\`, 'if (a && b) "\\n";', 'www.evil.test/&lt;'])
    expect(defangLinks(`${before} ${text}\n`, isLocal)).toContain(`${safe}\n`);
});

const LINKS = [
  ...['https://evil.test/', 'wss:/evil.test', 'ftp://evil.test', '(https:evil.test)'],
  ...['www.evil.test', '(//evil.test)', '"//evil.test"', "'//evil.test'", '=//evil.test'],
  ...['<//evil.test>', ']://evil.test', 'srcset=a,//evil.test', '(\u0001//evil.test)'],
];

test('a link is found whatever signs of it are hidden', () => {
  const hide = fc.constantFrom<(sign: string) => string>(
    ...[String, String, String],
    (sign) => `\\${sign}`,
    (sign) => `&#${sign.charCodeAt(0)};`,
    (sign) => `&#x${sign.charCodeAt(0).toString(16)};`,
    (sign) => `&Tab;${sign}`,
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...LINKS),
      fc.array(hide, { minLength: 24, maxLength: 24 }),
      fc.constantFrom('', 'a && b; ', '\\; '),
      (link, hidden, before) => {
        const word = Array.from(link, (sign, at) => hidden[at]!(sign)).join('');
        const decoded = decodeMarkup(word);
        fc.pre(/[&\\]/.test(word) && defangLinks(decoded, isLocal) !== decoded);
        const text = `${before}${word} end`;
        expect(defangLinks(text, isLocal)).not.toBe(text);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['\\\\\\\\', '\\\\'],
  ['\\\\\\;\\n\\', '\\;\\n\\'],
  ['\\\\\\n', '\\\\n'],
  ['\\&colon;', ':'],
  ['&lt&LT;&Lt;&foo;&l;', '<<&Lt;&foo;&l;'],
  ['&#65;&#65&#x41;&#X41&#;&#x;&#xg;', 'AAAA&#;&#x;&#xg;'],
  ['&#123456789;&#9;&#10&#32;&#160;', '9;%20%C2%A0'],
  ['&NonBreakingSpaces &bsol;&amp;#65;', '%20s &#65;'],
])('%s is read as %s', (text, read) => {
  expect(decodeMarkup(text)).toBe(read);
});
