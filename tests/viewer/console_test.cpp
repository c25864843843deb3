#include "viewer/console.h"

#include <gmock/gmock.h>

namespace toile::view {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Workbench bench() { return Workbench(Session::open("sheet32").value()); }

TEST(Console, HelpNamesEveryCommand) {
  Workbench b = bench();
  runCommand(b, "help");
  for (const ConsoleCommand& command : consoleCommands())
    EXPECT_THAT(b.log, Contains(HasSubstr(std::string(command.name)))) << command.name;
}

TEST(Console, StatusTellsHowClothIs) {
  Workbench b = bench();
  runCommand(b, "step 3");
  runCommand(b, "cloth_status");
  EXPECT_THAT(b.log, Contains(HasSubstr("frame 3")));
  EXPECT_THAT(b.log, Contains(HasSubstr("1024 particles, 32 pinned")));
}

TEST(Console, WindIsSetAndTold) {
  Workbench b = bench();
  runCommand(b, "cloth_wind 1 -2 3.5 0.5 2");
  EXPECT_EQ(b.session.world().wind().velocity, (Vec3{1, -2, 3.5f}));
  EXPECT_EQ(b.session.world().wind().gustStrength, 0.5f);
  EXPECT_EQ(b.log.back(), "wind 1 -2 3.5 m/s, gusts 0.5 at 2 Hz");
}

TEST(Console, WrongArgumentsChangeNothing) {
  Workbench b = bench();
  for (const char* line : {"cloth_wind 1 2", "cloth_wind a b c", "cloth_wind 1 2 nan", "gravity 1 2", "substeps",
                           "substeps 0", "substeps 1.5", "load", "load nowhere", "cloth_debug nothing",
                           "cloth_debug pins maybe", "pause perhaps", "fly"}) {
    runCommand(b, line);
    EXPECT_THAT(b.log.back(), HasSubstr("error: ")) << line;
  }
  EXPECT_EQ(b.session.world().wind().velocity, Vec3{});
  EXPECT_EQ(b.session.scene().name, "sheet32");
  EXPECT_EQ(b.session.play().frame(), 0u);
}

TEST(Console, DebugSwitchesEveryLayer) {
  Workbench b = bench();
  for (const std::string& name : layerList()) {
    runCommand(b, "cloth_debug " + name);
    EXPECT_TRUE(*findLayer(b.layers, name)) << name;
    runCommand(b, "cloth_debug " + name + " on");
    EXPECT_TRUE(*findLayer(b.layers, name)) << name;
  }
  Stage stage;
  ASSERT_TRUE(b.fill(stage).ok());
  EXPECT_GT(stage.marks.size(), 1000u);
  runCommand(b, "cloth_debug off");
  for (const std::string& name : layerList()) EXPECT_FALSE(*findLayer(b.layers, name)) << name;
}

TEST(Console, CompletesWhatIsMeant) {
  EXPECT_EQ(completeCommand("cloth_w"), "cloth_wind");
  EXPECT_EQ(completeCommand("clo"), "cloth_");
  EXPECT_EQ(completeCommand("nothing"), "nothing");
}

}  // namespace
}  // namespace toile::view
