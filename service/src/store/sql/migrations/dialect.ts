/** The expressions that differ between the two engines. Migrations are SQL for both, written with these. */
export type Words = {
  readonly int: string
  readonly bytes: string
  /** Follows the closing bracket of a table. */
  readonly strict: string
  /** Statements that make a table append-only: rows cannot be changed or deleted. */
  readonly appendOnly: (table: string) => readonly string[]
}

export const words = {
  sqlite: {
    int: 'INTEGER',
    bytes: 'BLOB',
    strict: ' STRICT',
    appendOnly: (table) =>
      ['UPDATE', 'DELETE'].map(
        (verb) =>
          `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
      ),
  },
  postgres: {
    int: 'bigint',
    bytes: 'bytea',
    strict: '',
    appendOnly: (table) => [
      `CREATE FUNCTION ${table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
      `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} EXECUTE FUNCTION ${table}_append_only()`,
    ],
  },
} as const satisfies Record<string, Words>

export type Engine = keyof typeof words
