import { parseArgs } from 'node:util';

/**
 * Reads what was typed behind a script's name, before the script does anything. `--help` prints how it is used; what it does not know is
 * refused in a line, with the same words. Both end the script.
 * @param {string} usage
 * @param {import('node:util').ParseArgsConfig['options']} [options] as `parseArgs` takes them
 * @param {number} [names] how many words without a dash may stand there
 */
export function readOptions(usage, options = {}, names = 0) {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const { values, positionals } = parseArgs({ args: given, options, allowPositionals: names > 0 });
    const [unknown] = positionals.slice(names);
    if (unknown === undefined) return values;
    refuse(`“${unknown}” is not expected here.`, usage);
  } catch (error) {
    // Its first sentence says what is wrong; the others are about how to write what starts with a dash.
    refuse(`${String(error.message).split('. ')[0].replace(/\.$/, '')}.`, usage);
  }
}

function refuse(why, usage) {
  console.error(`${why}\n${usage}`);
  process.exit(1);
}
