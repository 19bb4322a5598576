"""What people and other programs play through: web service, terminal, real table, clients."""
