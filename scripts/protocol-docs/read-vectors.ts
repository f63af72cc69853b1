/** The vectors of all files of `protocol/test/vectors`, each with what is hostile everywhere. */
import type { Session } from './sessions.ts'
import type { MessageVectors, MethodVectors, SchemaVectors, VectorFiles } from './vectors.ts'

export interface Vectors {
  readonly messages: readonly MessageVectors[]
  readonly sessions: readonly Session[]
  readonly handshake: readonly SchemaVectors[]
  readonly rpc: readonly MethodVectors[]
}

export const vectorNames = ['everywhere', 'host', 'wallet', 'sessions', 'handshake', 'rpc'] as const

/** @param read the parsed content of a file, by its name without `.json` */
export function readVectors(read: (name: (typeof vectorNames)[number]) => unknown): Vectors {
  // as: a digest over all files holds them equal to what the generator writes
  const files = Object.fromEntries(vectorNames.map((name) => [name, read(name)])) as unknown as VectorFiles
  const { everywhere } = files
  const ofSchema = <T extends SchemaVectors>(vectors: T): T => ({
    ...vectors,
    hostile: [...vectors.hostile, ...everywhere.value],
  })
  const hostileErrors = (valid: readonly { name: string }[]) => {
    const of = valid.findIndex(({ name }) => name === 'error')
    return everywhere.error.map((change) => ({ ...change, of }))
  }
  return {
    messages: [...files.host, ...files.wallet].map((vectors) => ({
      ...vectors,
      hostile: [...everywhere[vectors.kind], ...vectors.hostile, ...everywhere[vectors.size]],
      ...(vectors.answers && {
        answers: {
          ...vectors.answers,
          hostile: [...vectors.answers.hostile, ...hostileErrors(vectors.answers.valid), ...everywhere.answer],
        },
      }),
    })),
    sessions: files.sessions,
    handshake: files.handshake.map(ofSchema),
    rpc: files.rpc.map(ofSchema),
  }
}
