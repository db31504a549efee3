const MAIL_ADDRESS = /[^\s@<>,;:'"()]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** Returns the mail addresses in a text, in lower case. A text without `@` is not searched. */
export function mailAddressesIn(text: string): readonly string[] {
  return text.includes('@') ? (text.toLowerCase().match(MAIL_ADDRESS) ?? []) : [];
}

/** Returns the words of an address before the @. */
export function localWords(address: string): readonly string[] {
  return address
    .slice(0, address.indexOf('@'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);
}
