import {
  type AlterTableCmd,
  type ColumnDef,
  type Constraint,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
} from 'libpg-query';

await loadModule();

/** What a migration says in front of a statement that may break a release: why it does not break this one. */
const safe = /^-- Safe beside (\d+\.\d+\.\d+): \S.{9,}$/m;

export type Contraction = {
  statement: string;
  /** The release beside which it is said to be safe; undefined when nothing is said. */
  safeBeside: string | undefined;
};

/**
 * Finds what does more in a migration than expand the schema, so that the version before may break on it while it still
 * runs. It knows what expands; all else it finds.
 */
export function findContractions(migration: string): Contraction[] {
  const bytes = Buffer.from(migration);
  const { stmts = [] } = parseSync(migration);
  const own = new Set<string>();
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const before = bytes.subarray(end, start).toString();
    end = length === undefined ? bytes.length : start + length;
    const text = bytes.subarray(start, end).toString();
    if (!stmt) return [];
    const statement = text.replace(/^(\s*--.*\n)+/, '').trim();
    if (expands(stmt, own)) return [];
    return [{ statement, safeBeside: safe.exec(before + text)?.[1] }];
  });
}

/** @param own the tables that this migration has made so far: nobody else uses them yet */
function expands(statement: Node, own: Set<string>): boolean {
  const isOwn = (table: RangeVar | undefined) => own.has(table?.relname ?? '');
  if ('CreateStmt' in statement) {
    own.add(statement.CreateStmt.relation?.relname ?? '');
    return true;
  }
  if ('IndexStmt' in statement) {
    const { relation, unique, if_not_exists: mayBeThere } = statement.IndexStmt;
    // Whoever has millions of rows makes it before the upgrade, without stopping those who write.
    return isOwn(relation) || (!unique && mayBeThere === true);
  }
  if ('InsertStmt' in statement) return true;
  if ('CreateFunctionStmt' in statement) return !statement.CreateFunctionStmt.replace;
  if ('CreateTrigStmt' in statement) return isOwn(statement.CreateTrigStmt.relation);
  if (!('AlterTableStmt' in statement)) return false;
  const { relation, cmds = [] } = statement.AlterTableStmt;
  return isOwn(relation) || cmds.every((command) => 'AlterTableCmd' in command && widens(command.AlterTableCmd));
}

/** Whether a table takes all that it took, and has all that it had. */
function widens({ subtype, def }: AlterTableCmd): boolean {
  if (subtype !== 'AT_AddColumn' || !def || !('ColumnDef' in def)) return false;
  const kinds = constraintsOf(def.ColumnDef).map(({ contype }) => contype);
  if (kinds.includes('CONSTR_UNIQUE') || kinds.includes('CONSTR_PRIMARY')) return false;
  return (
    !kinds.includes('CONSTR_NOTNULL') || kinds.some((kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_GENERATED')
  );
}

const constraintsOf = ({ constraints = [] }: ColumnDef): Constraint[] =>
  constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
