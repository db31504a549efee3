import { parseEvalArguments } from './parse-eval-arguments.ts';

const choice = parseEvalArguments(process.argv.slice(2));
if ('problem' in choice) {
  console.error(choice.problem);
  process.exitCode = 2;
} else {
  try {
    const { report, lines, holds } = await choice.evaluation.run(choice.data);
    console.log(choice.json ? JSON.stringify(report) : lines.join('\n'));
    process.exitCode = holds ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}
