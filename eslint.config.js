import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    rules: {
      "no-undef": "off", // TypeScript knows what there is
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "no-shadow": "error",
      complexity: ["error", 20],
      "max-lines": ["error", 500], // as tests/test_limits.py has it
      "max-lines-per-function": ["error", 60],
    },
  },
];
