import { withSession, withContext } from '../e2e/bench/session.ts'
await withSession(async (session) => withContext(session, async (context) => {
  const page = await context.newPage()
  await page.goto(`${session.world.origins.host}/bench-bridge.html?csp=isolated`)
  const run = (rounds: number) => page.evaluate(async (n) => { const b = await (Reflect.get(window, 'bridgeBench') as any); const r = await b.roundTrips('small', n); const m = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]; return [m(r.raw), m(r.channel)] }, rounds)
  console.log(await run(1500))
  const frame = page.frames()[1]!
  const subjects = [['page', await context.newCDPSession(page)], ['frame', await context.newCDPSession(frame)]] as const
  for (const [, c] of subjects) { await c.send('Profiler.enable'); await c.send('Profiler.setSamplingInterval', { interval: 100 }); await c.send('Profiler.start') }
  console.log(await run(6000))
  for (const [name, c] of subjects) {
    const { profile } = await c.send('Profiler.stop') as any
    const nodes = new Map(profile.nodes.map((n: any) => [n.id, n]))
    const self = new Map<string, number>()
    profile.samples.forEach((s: number, i: number) => { const n: any = nodes.get(s); const f = n.callFrame; const k = `${f.functionName || '(anon)'} ${f.url.split('/').pop()}:${f.lineNumber}:${f.columnNumber}`; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i]) })
    console.log('==', name, 'us per round:')
    for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log((v / 6000).toFixed(1), k)
  }
}))
process.exit(0)
