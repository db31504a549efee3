import { join } from 'node:path';

import ts from 'typescript';

import { exampleModule, type ExampleModule, type ExportedNames } from './example-module.ts';
import type { Example } from './find-examples.ts';

const root = join(import.meta.dirname, '../..');
const entries = new Map([
  ['@interpose/core', join(root, 'src/index.ts')],
  ['@interpose/core/adapter', join(root, 'src/adapter.ts')],
  ['@interpose/core/codes', join(root, 'src/codes/index.ts')],
  ['@interpose/core/load', join(root, 'src/load.ts')],
  ['@interpose/core/log', join(root, 'src/log.ts')],
  ['@interpose/core/register', join(root, 'src/register.ts')],
  ['@interpose/core/remote', join(root, 'src/remote.ts')],
  ['@interpose/core/trace', join(root, 'src/trace.ts')],
]);

/** A public name with what its documentation says. */
export interface PublicName {
  readonly name: string;
  readonly sentence: string;
  readonly hasExample: boolean;
}

/** The package's public surface, as its users' compiler sees it. */
export function readPublicNames(): ReadonlyMap<string, readonly PublicName[]> {
  const program = ts.createProgram([...entries.values()], options());
  const checker = program.getTypeChecker();
  const seen = new Set<string>();
  return new Map(
    [...entries].map(([entry, path]) => {
      const symbol = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
      const names = checker
        .getExportsOfModule(symbol)
        .filter(({ name }) => !seen.has(name))
        .map((exported) => describeName(exported, checker));
      for (const { name } of names) seen.add(name);
      return [entry, names];
    }),
  );
}

/** What the compiler says against the examples, each a module of its own; empty when all is well. */
export function compileExamples(
  examples: readonly Example[],
  exported: ExportedNames,
): readonly string[] {
  const modules = new Map<string, { readonly example: Example; readonly made: ExampleModule }>();
  for (const [index, example] of examples.entries()) {
    const path = join(import.meta.dirname, `example-${index}.virtual.ts`);
    modules.set(path, { example, made: exampleModule(example, exported) });
  }
  const host = withModules(new Map([...modules].map(([path, { made }]) => [path, made.source])));
  const program = ts.createProgram([...modules.keys()], options(), host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    const found = modules.get(diagnostic.file?.fileName ?? '');
    if (found === undefined) return text;
    const { line } = diagnostic.file!.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return `${found.example.place}, line ${line + 1 - found.made.offset} of the example: ${text}`;
  });
}

function describeName(exported: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  return {
    name: exported.name,
    sentence: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    hasExample: symbol.getJsDocTags(checker).some(({ name }) => name === 'example'),
  };
}

/** The compiler's view of the disk, with these sources in it. */
function withModules(sources: ReadonlyMap<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(options());
  return {
    ...disk,
    fileExists: (path) => sources.has(path) || disk.fileExists(path),
    readFile: (path) => sources.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target, ...rest) => {
      const source = sources.get(path);
      return source === undefined
        ? disk.getSourceFile(path, target, ...rest)
        : ts.createSourceFile(path, source, target);
    },
  };
}

function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return {
    ...parsed.options,
    verbatimModuleSyntax: false,
    isolatedDeclarations: false,
    declaration: false,
    types: [],
  };
}
