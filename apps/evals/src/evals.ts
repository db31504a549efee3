import { evalAos } from './aos/eval-aos.ts';
import { parseEvalArguments } from './parse-eval-arguments.ts';

const choice = parseEvalArguments(process.argv.slice(2));
if ('problem' in choice) {
  console.error(choice.problem);
  process.exitCode = 2;
} else {
  const report = await evalAos(choice.data);
  if (choice.json) console.log(JSON.stringify(report));
  else {
    for (const { id, why } of report.failures) console.log(`${id}: ${why}`);
    console.log(`${report.passed} passed, ${report.failed} failed`);
  }
  process.exitCode = report.failed === 0 ? 0 : 1;
}
