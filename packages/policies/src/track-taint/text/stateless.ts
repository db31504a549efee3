/** The pattern without memory: a global or sticky one would go on where it stopped, and say something else the second time. */
export function stateless(pattern: RegExp): RegExp {
  if (!pattern.global && !pattern.sticky) return pattern;
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
}
