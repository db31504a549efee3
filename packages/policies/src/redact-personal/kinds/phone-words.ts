import type { Stretch } from './kind.ts';
import { hasLabel } from './labels.ts';

/**
 * The meaning of the words around a number: `labelled` if the name of a telephone is right beside it, `called` if one
 * is near, `other` if the nearest word names another kind of number, `number` if there is only that word; else
 * undefined.
 */
export type PhoneWord = 'labelled' | 'called' | 'other' | 'number' | undefined;

/** The beginnings of words for a telephone, in some languages. */
const NAMES_PHONE =
  /^(?:t[eé]l[eé]?[fp]|telem[oó]v|tel$|tél$|tlf$|tfno$|tel[eè]?no$|phon|ph$|mob|m[óo]vil|handy|rufn|celul|cellul|cell?$|fax|gsm$|puhelin|matkap|kom[oó]r|whatsapp|hotlin|landlin|switchb|voicem|тел|моб|факс|τηλ|κιν|फ\u093c?ोन|मोबा|हेल्प|هاتف|جوال|موبايل|טלפון|נייד)|phones?(?:number|no|nr)?$|电话|電話|手机|手機|携帯|전화|휴대/u;

/** The beginnings of words for calling or being called. */
const SAYS_CALL =
  /^(?:call|dial|ring$|r[iï]ng$|sms$|texts?$|messag|contact|reach|answer(?:ing|ed|s)$|picks?$|picked$|compos(?:ez|er)$|anruf|ruf(?:e|en|t)?$|erreich|appel|joign|portable$|ll[aá]m|marc(?:a|ar|ue)$|chiam|ligu?(?:e|ar|a)$|bel$|bellen$|zadzwo|dzwo|volej|h[ií]vj|soit|позвон|звон)/u;

/** Places of a telephone; they count right beside the number. */
const HAS_PHONE = /^(?:desk|office|work|home)$/;

/** The beginnings of words that announce another kind of number, in some languages. */
const NAMES_OTHER =
  /^(?:licen[cs]e|passport|account|invoic|order|ticket|ref|case$|polic|id$|card|ssn|social|date|born$|zip|postal|iban|nhs$|aadhaar|pesel|dni$|nie$|nif$|vin$|confirm|member|customer|model|room|flight|claim|lot$|tax|vat|line$|serial|version|track|price|amount|total|isbn|ean$|upc$|sku$|imei|barcode|timestamp|rechnung|bestell|konto|kunden|factur|commande|compte|pedido|cuenta|fattura|ordine|conto$|faktur|zam[oó]wi|population|pages?$|сч[её]т|заказ)/u;

const NUMBER = /^(?:number|numbers|nummer|n[uú]mero|numéro|numer|номер)$/u;
/** Possessives: "my number", without another name, is a telephone number. */
const OWN =
  /^(?:my|your|his|her|our|their|new|mein|meine|neue|deine|ihre|mon|votre|son|mi|su|tu|mio|suo|meu|seu|mijn|min|mitt|mój|moj|мой)$/u;

const MONEY = /[$€£¥] ?$/;
const INITIAL = /(?:^|[\s|,;(>])(?:[tpmf]|ph)[.:] ?$/i;
const BESIDE = /[\p{L}\p{M}]["')]{0,2}[.]?["']?[ \t]?[:：=(\n]?[\s("'>]{0,3}$/u;
const CALLS_AFTER =
  /^[ \t]?[-(,]?[ \t]?(?:\(?(?:office|fax|mobile|cell|home|work|desk|phone|tel|rings?|calls?|called|rang)\b)/i;

const REACH = 40;

/**
 * Returns the meaning of the words around a number.
 *
 * @example
 * phoneWordOf('Fax: 20 12 46', { start: 5, end: 13 }); // 'labelled'
 */
export function phoneWordOf(text: string, number: Stretch): PhoneWord {
  if (hasLabel(text, number, { after: CALLS_AFTER })) return 'labelled';
  const before = text.slice(Math.max(0, number.start - REACH), number.start);
  if (MONEY.test(before)) return 'other';
  if (INITIAL.test(before)) return 'called';
  const words = before.toLowerCase().split(/[^\p{L}\p{M}]{1,40}/u);
  let last = words.length - 1;
  while (last >= 0 && words[last] === '') last -= 1;
  let numbered: PhoneWord;
  for (let index = last; index >= 0; index--) {
    const word = words[index] ?? '';
    if (NAMES_PHONE.test(word))
      return index === last && BESIDE.test(before) ? 'labelled' : 'called';
    if (SAYS_CALL.test(word)) return index === last && /:\s?$/.test(before) ? 'labelled' : 'called';
    if (HAS_PHONE.test(word) && index === last && BESIDE.test(before)) return 'labelled';
    if (NAMES_OTHER.test(word) && !(word === 'id' && words[index - 1] === 'caller')) return 'other';
    if (NUMBER.test(word) && OWN.test(words[index - 1] ?? '')) return 'called';
    if (word === 'number') numbered = word;
  }
  return numbered;
}
