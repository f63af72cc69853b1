/** Fetches plays from the runner and sends back transcripts. */
import type { Job, nextJobPath, ownJobPath, Transcript } from '../play.ts'

export async function fetchJob(path: typeof nextJobPath | typeof ownJobPath): Promise<Job | undefined> {
  const response = await fetch(path, { method: 'POST' })
  return response.status === 200 ? ((await response.json()) as Job) : undefined // as: from our own runner
}

/** Sends the transcript of a completed play. */
export const report = (id: number, transcript: Transcript): Promise<void> => send(`/done/${id}`, transcript)

/** Sends what happened so far, in case the subject removes this document. */
export const note = (id: number, transcript: Transcript): Promise<void> => send(`/note/${id}`, transcript)

async function send(path: string, transcript: Transcript): Promise<void> {
  const body = JSON.stringify({ ...transcript, heard: transcript.heard.filter(isJson) })
  await fetch(path, { method: 'POST', body })
}

/** A message that is not JSON is never valid, so the runner does not need it. */
function isJson({ message }: { message: unknown }): boolean {
  try {
    return JSON.stringify(message) !== undefined
  } catch {
    return false
  }
}
