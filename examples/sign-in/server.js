import { createServer } from 'node:http'
import { createSiwxServer } from '@airlock/host-sdk/siwx/server'
import sirv from 'sirv'

const siwx = createSiwxServer({ origin: 'http://localhost:5180', secret: process.env.SIWX_SECRET ?? '' })
const files = sirv('dist')

createServer(async (request, response) => {
  if (await siwx.answerNode(request, response)) return
  if (request.url !== '/me') return files(request, response)
  response.end((await siwx.sessions(request))[0]?.accountAddress)
}).listen(process.env.PORT, 'localhost')
