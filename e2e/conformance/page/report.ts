/** Fetches what is to be played from the runner and sends back what happened. */
import type { Job, nextJobPath, ownJobPath, Transcript } from '../play.ts'

export async function fetchJob(path: typeof nextJobPath | typeof ownJobPath): Promise<Job | undefined> {
  const response = await fetch(path, { method: 'POST' })
  return response.status === 200 ? ((await response.json()) as Job) : undefined // our own runner
}

/** Everything was played. */
export const report = (id: number, transcript: Transcript): Promise<void> => send(`/done/${id}`, transcript)

/** What happened so far, in case that the subject takes this document away. */
export const note = (id: number, transcript: Transcript): Promise<void> => send(`/note/${id}`, transcript)

async function send(path: string, transcript: Transcript): Promise<void> {
  const body = JSON.stringify({ ...transcript, heard: transcript.heard.filter(isJson) })
  await fetch(path, { method: 'POST', body })
}

/** What JSON cannot write is no message that could be right; the runner need not see it. */
function isJson({ message }: { message: unknown }): boolean {
  try {
    return JSON.stringify(message) !== undefined
  } catch {
    return false
  }
}
