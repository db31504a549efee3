/** A start of a file by a script of package.json, with the adapters that Node loads before the file. */
export interface Start {
  readonly script: string;
  readonly registered: ReadonlySet<string>;
  /** The file, and the files that Node loads before it; undefined if they cannot be told. */
  readonly files?: readonly string[];
}

/** Returns every start of a file in these scripts, without tests and code given on the command line. */
export function startsOf(scripts: Readonly<Record<string, string>>): readonly Start[] {
  return Object.entries(scripts).flatMap(([script, line]) =>
    startsIn(line).map((start) => ({ script, ...start })),
  );
}

const STARTER =
  /(?:^|[\\/])(?:node|nodejs|tsx|ts-node[\w-]*|vite-node|nodemon|bun|deno|electron)(?:\.exe)?$/;
/** Commands that only print the words behind them. */
const WRITES = /^(?:echo|printf)$/;
const SUBCOMMAND = /^(?:watch|run)$/;
const TAKES_VALUE =
  /^(?:-[rCxw]|--(?:require|import|loader|experimental-loader|conditions|env-file(?:-if-exists)?|exec|ext|tsconfig))$/;
/** Options with which Node runs no file of the app. */
const NO_START = /^(?:-[epcv]|-pe|--(?:eval|print|check|test|run|version|help))(?:=|$)/;
const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** Matches a line that starts its command outside the folder of the app. */
const MOVES = /(?:^|[\s;&|"'])(?:cd|pushd|--?cwd|--dir|--prefix|-C)(?:[\s=]|$)/;

type StartInLine = Omit<Start, 'script'>;

function startsIn(line: string): readonly StartInLine[] {
  const exported: string[] = [];
  const starts = commandsOf(line).flatMap((words) => {
    const command = words.find((word) => !/^\w+=/.test(word)) ?? '';
    if (WRITES.test(command)) return [];
    if (/^(?:export|set)$/.test(command)) exported.push(...words);
    // `concurrently "node a.ts" "node b.ts"`, `sh -c 'node a.ts'`
    const inner = words.filter((word) => /\s/.test(word) && !/^\w+=/.test(word)).flatMap(startsIn);
    const place = words.findIndex((word) => STARTER.test(word));
    const isDone = inner.length > 0 || /^(?:export|set)$/.test(command);
    const own = isDone ? undefined : optionsOf(words.slice(Math.max(place, 0)));
    const variables = nodeOptions([...exported, ...words]);
    if (place < 0 && !isDone && command !== '' && variables.length > 0)
      return [{ registered: adaptersIn(variables) }];
    const begun = place < 0 || own === undefined ? inner : [startOf(words.slice(place + 1), own)];
    return begun.map((each) => withOptions(each, variables));
  });
  return MOVES.test(line) ? starts.map(({ registered }) => ({ registered })) : starts;
}

/** Returns the start that Node makes of these words, of which the first are options. */
function startOf(words: readonly string[], options: readonly string[]): StartInLine {
  const file = words[options.length];
  return withOptions(
    { registered: new Set(), ...(file !== undefined && { files: [file] }) },
    options,
  );
}

function withOptions({ registered, files }: StartInLine, options: readonly string[]): StartInLine {
  const more = valuesOf(options).filter((value) => /^(?:\.|\/|file:)/.test(value));
  return {
    registered: new Set([...registered, ...adaptersIn(options)]),
    ...(files !== undefined && { files: [...files, ...more] }),
  };
}

/** Returns the words of each command in a line, without quotes. */
function commandsOf(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [piece] of line.matchAll(/[;&|\n]+|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s;&|"'])+|["']/g))
    if (/^[;&|\n]/.test(piece)) commands.push([]);
    else commands.at(-1)!.push(piece.replaceAll(/\\"/g, '"').replaceAll(/["']/g, ''));
  return commands;
}

/** Returns the words between `node` and the file it starts; undefined if it starts no file. */
function optionsOf([starter = '', ...words]: readonly string[]): readonly string[] | undefined {
  const isNodemon = /nodemon/.test(starter);
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place]!;
    if (isNodemon && word === '-e') place += 1;
    else if (NO_START.test(word)) return undefined;
    else if (TAKES_VALUE.test(word)) place += 1;
    else if (!word.startsWith('-') && !(place === 0 && SUBCOMMAND.test(word)))
      return TEST.test(word) ? undefined : words.slice(0, place);
  }
  // The file that nodemon starts is named in package.json.
  return isNodemon ? words : undefined;
}

function nodeOptions(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => /^NODE_OPTIONS=(.*)$/.exec(word)?.[1]?.trim().split(/\s+/) ?? []);
}

/** Returns the adapters of options such as `--import @interpose/openai/register`. */
function adaptersIn(options: readonly string[]): ReadonlySet<string> {
  const values = valuesOf(options, /^--import$/);
  return new Set(
    values.flatMap((value) => /^(@interpose\/[a-z-\d]+)\/register$/.exec(value)?.[1] ?? []),
  );
}

const LOADS = /^(?:-r|--(?:require|import|loader|experimental-loader))$/;

/** Returns the modules that Node loads before a file. */
function valuesOf(options: readonly string[], names = LOADS): readonly string[] {
  return options.flatMap((option, place) => {
    if (names.test(option)) return options[place + 1] ?? [];
    const [, name = '', value = ''] = /^(--[\w-]+)=(.*)$/.exec(option) ?? [];
    return names.test(name) ? value : [];
  });
}
