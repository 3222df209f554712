import { runServerCommand } from './lib/command.js';

runServerCommand('src/server/restore.ts');
