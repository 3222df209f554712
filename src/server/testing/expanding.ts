import {
  type A_Const,
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
  // The parser refuses what has nothing at all.
  if (migration.trim() === '') return [];
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
  if ('CreateStmt' in statement) {
    const { relation, if_not_exists: mayBeThere, inhRelations, partbound } = statement.CreateStmt;
    // A table that may be there is perhaps not its own, and one of the session alone hides another.
    if (mayBeThere || relation?.relpersistence !== 'p') return false;
    own.add(nameOf(relation));
    return !inhRelations && !partbound && holdsNoOther(statement, own);
  }
  if ('IndexStmt' in statement) {
    const { relation, unique, if_not_exists: mayBeThere, indexParams = [] } = statement.IndexStmt;
    if (own.has(nameOf(relation))) return true;
    // A business with millions of rows makes it before the upgrade, without stopping those who write. An expression may refuse a row.
    const isOfColumns = indexParams.every((node) => 'IndexElem' in node && !node.IndexElem.expr);
    return !unique && mayBeThere === true && isOfColumns;
  }
  if ('InsertStmt' in statement) {
    const changing = ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].flatMap((kind) => within(statement, kind));
    return changing.length === 0 && statement.InsertStmt.onConflictClause?.action !== 'ONCONFLICT_UPDATE';
  }
  if ('CreateFunctionStmt' in statement) return !statement.CreateFunctionStmt.replace;
  if ('CreateTrigStmt' in statement) return own.has(nameOf(statement.CreateTrigStmt.relation));
  if (!('AlterTableStmt' in statement)) return false;
  const { relation, cmds = [] } = statement.AlterTableStmt;
  const commands = cmds.flatMap((command) => ('AlterTableCmd' in command ? [command.AlterTableCmd] : []));
  if (!own.has(nameOf(relation))) return commands.every(widens);
  const isJoined = commands.some(({ subtype }) => subtype === 'AT_AttachPartition' || subtype === 'AT_AddInherit');
  return !isJoined && holdsNoOther(statement, own);
}

const nameOf = (table: RangeVar | undefined) => `${table?.schemaname ?? 'public'}.${table?.relname}`;

/**
 * Whether rows of the migration's own tables keep nobody from deleting those of others: the version before knows nothing of
 * them, so what it deletes has to take them along.
 */
const holdsNoOther = (statement: Node, own: Set<string>): boolean =>
  (within(statement, 'Constraint') as Constraint[]).every(
    ({ contype, pktable, fk_del_action: onDelete }) =>
      contype !== 'CONSTR_FOREIGN' || onDelete === 'c' || own.has(nameOf(pktable)),
  );

/** @returns all of a kind that stand anywhere in a tree */
const within = (tree: unknown, kind: string): unknown[] =>
  typeof tree !== 'object' || tree === null
    ? []
    : Object.entries(tree).flatMap(([key, value]) => [...(key === kind ? [value] : []), ...within(value, kind)]);

/** Whether a table takes all that it took, and has all that it had. */
function widens({ subtype, def }: AlterTableCmd): boolean {
  if (subtype !== 'AT_AddColumn' || !def || !('ColumnDef' in def)) return false;
  const constraints = constraintsOf(def.ColumnDef);
  const isNotNull = constraints.some(({ contype }) => contype === 'CONSTR_NOTNULL');
  return constraints.every(({ contype, raw_expr: expression }) => {
    if (contype === 'CONSTR_NULL') return true;
    if (contype === 'CONSTR_NOTNULL') return constraints.some((one) => one.contype === 'CONSTR_DEFAULT');
    if (contype !== 'CONSTR_DEFAULT') return false;
    const value = constantIn(expression);
    return value !== undefined && !(isNotNull && value.isnull);
  });
}

/** @returns the constant that an expression is; undefined for what is computed, which may fail */
function constantIn(expression: Node | undefined): A_Const | undefined {
  if (!expression) return undefined;
  if ('TypeCast' in expression) return constantIn(expression.TypeCast.arg);
  return 'A_Const' in expression ? expression.A_Const : undefined;
}

const constraintsOf = ({ constraints = [] }: ColumnDef): Constraint[] =>
  constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
