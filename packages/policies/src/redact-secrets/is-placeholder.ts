const MARKERS =
  /example|placeholder|changeme|change[_-]me|replace|redacted|dummy|sample|fake|your|insert|todo|xxxx|\*{3}|\.{3}|\$\{|\{\{|%\(|%[sdv]\b|<|process\.env|environ|getenv|secrets\.|vault:|1234567890abcdef|abcdefghijkl|0123456789abcdef/i;
const WORDS =
  /^(?:pass(?:word|wd)?|pwd|secret|token|key|user(?:name)?|admin|root|test|string|null|none|nil|undefined|true|false|required|optional|empty|hidden|private|public|default|value|postgres|mysql|guest)$/i;
/** A variable of a shell or a build: `$DB_PASSWORD`, `%DB_PASSWORD%`. */
const VARIABLE = /^(?:\$[A-Za-z_]\w*|%[A-Za-z_]\w*%)$/;
/** The same character six times in a row, as in `000000`. */
const REPEATED = /(.)\1{5}/;
const LONGEST = 512;

/** Whether a value only stands for a secret: `your-api-key-here`, `AKIA…EXAMPLE`, `${TOKEN}`, `xxxxxxxx`. */
export function isPlaceholder(value: string): boolean {
  const beginning = value.slice(0, LONGEST);
  return (
    VARIABLE.test(beginning) ||
    MARKERS.test(beginning) ||
    WORDS.test(beginning) ||
    REPEATED.test(beginning)
  );
}
