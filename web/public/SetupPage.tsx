export const SetupPage = () => <h1>SetupPage</h1>;
