const MAIL_ADDRESS = /[^\s@<>,;:'"()]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** The mail addresses in a text, in lower case. Most texts hold none, and are not searched. */
export function mailAddressesIn(text: string): readonly string[] {
  return text.includes('@') ? (text.toLowerCase().match(MAIL_ADDRESS) ?? []) : [];
}

/** The words of an address before the @. */
export function localWords(address: string): readonly string[] {
  return address
    .slice(0, address.indexOf('@'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);
}
