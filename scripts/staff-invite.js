import { runServerCommand } from './lib/command.js';

runServerCommand('src/server/staff-invite.ts');
