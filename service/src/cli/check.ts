/** `airlock check`: one line per check; exit code 1 if one fails. Changes nothing. */
import { checksOf } from '../check/checks.ts'
import { Finding } from '../check/finding.ts'
import { type Config, readConfig } from '../config/read.ts'
import { type Cli, configName } from './cli.ts'
import { readOptions } from './options.ts'

const usage = `airlock check [--config <file>] [--key <file>]

  --config   the config file, ${configName} unless given
  --key      your public key (PEM), to check the signature of the frames with it`

export async function check(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, {
    config: { type: 'string', default: configName },
    key: { type: 'string' },
  })
  if (!parsed) return 0
  let failed = 0
  const report = async <Result>(
    name: string,
    run: () => Promise<Result> | Result,
    text: (result: Result) => string,
  ) => {
    try {
      const result = await run()
      cli.print(`ok      ${name}: ${text(result)}`)
      return result
    } catch (error) {
      failed += 1
      const problem = error instanceof Error ? error.message : String(error)
      cli.print(`failed  ${name}: ${problem}${error instanceof Finding ? `. To fix it: ${error.fix}` : ''}`)
      return undefined
    }
  }
  const { config: file, key } = parsed.values
  const config = await report<Config>('config', () => readConfig(file, cli.env), isPublicText)
  for (const { name, run } of config ? checksOf({ config, built: cli.built, keyFile: key }) : [])
    await report<string>(name, run, (text) => text)
  cli.print(failed === 0 ? 'Nothing keeps it from working.' : `${failed} failed`)
  return failed === 0 ? 0 : 1
}

const isPublicText = ({ isPublic }: Config) => (isPublic ? 'public' : 'for development, on this machine only')
