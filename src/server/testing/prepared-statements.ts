import { Client } from 'pg';
import { namingEach } from '../database/name-statements.ts';

/** From now on Postgres parses and plans every statement of this process once on each connection. */
export function prepareAllStatements(): void {
  Client.prototype.query = namingEach(Client.prototype.query);
}
