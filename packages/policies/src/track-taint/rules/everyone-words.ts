import { stateless } from '../text/stateless.ts';

/** Words for "all" before the noun: English, German, French, Spanish. */
const ALL = `all every each both any alle allen aller alles jede jeden jedem jeder jedes sämtliche sämtlichen beide beiden tous
  toutes chaque todos todas cada ambos ambas`;
/** Words that may not stand between: `all news in my channel` does not mean all channels. */
const NOT_BETWEEN =
  'in|on|to|at|for|with|from|and|or|im|am|an|zu|für|mit|von|und|en|dans|à|pour|avec|et|para|con|y';
/** Phrases in place of any noun. */
const OF_THEM =
  'all of them|each of them|every one of them|alle davon|chacun d.eux|chacune d.elles|cada uno de ellos|cada una de ellas';
/** Phrases in place of a noun for people. */
const EVERYBODY = 'everyone|everybody|tout le monde|todo el mundo';
const PEOPLE =
  /^(?:people|persons|members|users|contacts|colleagues|participants|leute|mitglieder|gens|membres|gente|miembros)$/i;

/**
 * Returns a pattern for users who speak of all of something: `every channel`, `each of our public channels`, `all of
 * them`. Nouns are given in the plural, and match in the singular too.
 *
 * @example
 * everyoneWords('channels').test('Post it in every channel'); // => true
 * everyoneWords('channels').test('Post it in the general channel'); // => false
 */
export function everyoneWords(everyone: string | readonly string[] | RegExp): RegExp {
  if (everyone instanceof RegExp) return stateless(everyone);
  const nouns = [everyone].flat();
  const all = ALL.split(/\s+/).join('|');
  const ways = [
    String.raw`(?:${all})(?:\s+(?!(?:${NOT_BETWEEN})\s)[^\s.!?]+){0,4}?\s+(?:${nouns.map(nounOf).join('|')})`,
    OF_THEM,
    ...(nouns.some((noun) => PEOPLE.test(noun)) ? [EVERYBODY] : []),
  ];
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ways.join('|')})(?![\p{L}\p{N}])`, 'iu');
}

/** Returns a noun as a pattern, with an optional plural ending. */
function nounOf(noun: string): string {
  const exact = noun.trim().replace(/[^\p{L}\p{N}\s]/gu, (sign) => `\\${sign}`);
  return exact.replace(/s$/i, 's?');
}
