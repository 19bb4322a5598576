"""Front ends for people and programs: web service, terminal, real table, clients."""
